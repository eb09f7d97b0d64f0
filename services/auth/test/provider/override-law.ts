/** Patterns that change a member of a class of oidc-provider. */
const changesOfClasses = [
  /\bprototype\b/,
  /\b(?:Object|Reflect)\.(?:defineProperty|defineProperties|set|setPrototypeOf)\b/,
  /\bprovider\.[A-Z]\w+\.\w+\s*=(?![=>])/,
  /\b__(?:proto|defineGetter|defineSetter)__\b/,
  /\bextends Provider\b/,
]

/** Removes comments and strings, which may name members. */
const code = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|(?<![:'"\w])\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''")

export function overridesIn(source: string, members: readonly string[]): string[] {
  // `interaction.result` is a field of an interaction that Signet stores, and no method of a class.
  const assignment = new RegExp(`(?<!\\binteraction)\\.(?:${members.join('|')})\\s*=(?![=>])`)
  const objectOfProvider = /\bObject\.assign\(\s*(?:provider|oidc\.provider)\b/
  return code(source)
    .split('\n')
    .filter((line) =>
      [...changesOfClasses, assignment, objectOfProvider].some((pattern) => pattern.test(line)),
    )
    .map((line) => line.trim())
}
