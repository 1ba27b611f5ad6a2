/** The recipes of the form field as pages: the output of a bundler for each, with the published client. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const RECIPES = join(import.meta.dirname, '..', '..', 'src', 'site', 'texts', 'recipes.md');
const MODULES = join(import.meta.dirname, '..', '..', 'node_modules');
const IS_ELEMENT = (tag: string): boolean => tag === 'company-search';

/** Compiles the component of a recipe, and shows it in a page. */
interface Framework {
  readonly language: 'js' | 'html';
  readonly compile: (source: string) => Promise<string>;
  readonly mount: string;
}

const FRAMEWORKS = {
  React: {
    language: 'js',
    compile: async (source) => await Promise.resolve(source),
    mount: `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { Order } from 'recipe';
createRoot(document.querySelector('#app')).render(createElement(Order));`,
  },
  Vue: {
    language: 'html',
    compile: async (source) => {
      const { compileScript, parse } = await import('vue/compiler-sfc');
      const templateOptions = { compilerOptions: { isCustomElement: IS_ELEMENT } };
      return compileScript(parse(source, { templateParseOptions: { isCustomElement: IS_ELEMENT } }).descriptor, {
        id: 'recipe',
        inlineTemplate: true,
        templateOptions,
      }).content;
    },
    mount: "import { createApp } from 'vue'; import Order from 'recipe'; createApp(Order).mount('#app');",
  },
  Svelte: {
    language: 'html',
    compile: async (source) => {
      const { compile } = await import('svelte/compiler');
      return compile(source, { generate: 'client' }).js.code;
    },
    mount:
      "import { mount } from 'svelte'; import Order from 'recipe'; mount(Order, { target: document.querySelector('#app') });",
  },
} as const satisfies Record<string, Framework>;

export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS) as (keyof typeof FRAMEWORKS)[];

/** Returns the first code block of a recipe, for a service at an address. */
export function recipe(name: string, language: string, address: string): string {
  const text = readFileSync(RECIPES, 'utf8');
  const [, section = ''] = text.split(`## ${name}\n`);
  const [, code] = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(section.split(/^## /m)[0] ?? '') ?? [];
  if (code === undefined) throw new Error(`recipes.md has no recipe "${name}" in ${language}`);
  return code.replaceAll('{{baseUrl}}', address);
}

/**
 * Returns the script of a page with the recipe for a framework, in one text.
 * @param client folder of the published client
 */
export async function recipeScript(name: keyof typeof FRAMEWORKS, address: string, client: string): Promise<string> {
  const { language, compile, mount }: Framework = FRAMEWORKS[name];
  const contents = await compile(recipe(name, language, address));
  const plugin: Plugin = {
    name: 'recipe',
    setup(bundler) {
      bundler.onResolve({ filter: /^recipe$/ }, () => ({ path: 'recipe', namespace: 'recipe' }));
      bundler.onLoad({ filter: /.*/, namespace: 'recipe' }, () => ({ contents, loader: 'jsx', resolveDir: MODULES }));
      bundler.onResolve({ filter: /^openfirma-client\// }, ({ path }) => ({
        path: createRequire(join(client, 'package.json')).resolve(path),
      }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents: mount, resolveDir: MODULES },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    conditions: ['browser'],
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    tsconfigRaw: {},
    plugins: [plugin],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
