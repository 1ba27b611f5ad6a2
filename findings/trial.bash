# Sourced by every finding: a temporary folder, pinned packages in it, and the comparison of expected with seen output.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# npm_packages NAME@VERSION…: installs them in the folder. Their install scripts do not run.
npm_packages() {
  npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts --save-exact "$@"
}

# debian_packages NAME=VERSION…: unpacks them into the folder `deb`. The system does not change.
debian_packages() {
  apt-get -qq -o APT::Sandbox::User=root download "$@"
  for package in *.deb; do dpkg -x "$package" deb; done
}

# expect COMMAND… <expected: prints the output. Ends with status 3, and the difference, if it is not the expected one.
expect() {
  cat >expected
  "$@" >seen
  cat seen
  diff --unified --label expected --label seen expected seen || exit 3
}
