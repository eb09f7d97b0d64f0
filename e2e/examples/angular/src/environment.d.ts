/** The command of package.json replaces these reads. */
declare const process: { readonly env: Readonly<Record<string, string>> }
