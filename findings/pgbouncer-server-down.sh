#!/usr/bin/env bash
# PgBouncer 1.18.0: a database that is down, and a parameter that PgBouncer does not know, have one SQLSTATE.
#
# Guess: a client learns at once that the server refuses connections, with a state of its own (57P03 or class 08,
#   08006).
# Seen: the client waits for the whole `query_wait_timeout` (here 5 s, by default 120 s), though the port of the
#   server refuses at once, and gets 08P01, a protocol violation: the state of `statement_timeout` as a
#   startup parameter, which fails at once and for ever.
# So: a client must read the message to know whether a retry can help, and needs its own timeout for connections.
. "$(dirname "$0")/trial.bash"
debian_packages pgbouncer=1.18.0-1+deb12u1 libevent-2.1-7 libc-ares2
npm_packages pg@8.23.1
export PORT=$((20000 + RANDOM % 10000))
echo '"reader" ""' >users
cat >pgbouncer.ini <<END
[databases]
closed = host=127.0.0.1 port=1 dbname=closed
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $PORT
unix_socket_dir =
auth_type = trust
auth_file = users
logfile = log
query_wait_timeout = 5
END
chmod -R a+rwX .
as=()
((UID)) || as=(-u nobody) # PgBouncer does not run as root
LD_LIBRARY_PATH=$(echo deb/usr/lib/*-linux-gnu) deb/usr/sbin/pgbouncer -q "${as[@]}" pgbouncer.ini &
bouncer=$!
trap 'kill "$bouncer"; rm -rf "$folder"' EXIT
until (: <"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; do kill -0 "$bouncer"; done
cat >run.cjs <<'END'
const { Client } = require('pg');
(async () => {
  for (const parameters of [{}, { statement_timeout: 1000 }]) {
    const address = { host: '127.0.0.1', port: Number(process.env.PORT), database: 'closed', user: 'reader' };
    const client = new Client({ ...address, ...parameters });
    await client.connect().catch(({ code, severity, message }) => console.log(code, severity, message));
  }
})();
END
expect node run.cjs <<'END'
08P01 FATAL query_wait_timeout
08P01 FATAL unsupported startup parameter: statement_timeout
END
