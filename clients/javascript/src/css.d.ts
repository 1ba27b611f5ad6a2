/** A style sheet that a script imports as text: the bundler puts it into the script. */
declare module '*.css' {
  const text: string;
  export default text;
}
