/** A thread that imports the files of one register. */
const { serveImport } = await import('./import-task.ts');
await serveImport();
export {};
