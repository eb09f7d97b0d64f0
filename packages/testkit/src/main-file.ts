import { fileURLToPath } from 'node:url'

const programs = {
  auth: { sources: 'services/auth/src/main.ts', bundle: 'services/auth/dist/main.js' },
  'admin-api': { sources: 'services/admin-api/src/main.ts', bundle: 'services/admin-api/dist/main.js' },
  scim: { sources: 'services/scim/src/main.ts', bundle: 'services/scim/dist/main.js' },
  operator: { sources: 'services/operator/src/main.ts', bundle: 'services/operator/dist/main.js' },
  cli: { sources: 'apps/cli/src/main.ts', bundle: 'apps/cli/dist/signet.js' },
} as const

export type Program = keyof typeof programs

const absolute = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url))

/**
 * The bundle in a run that has built it (SIGNET_TEST_BUNDLES), because it starts in a third of the time, and otherwise the sources.
 */
export const mainFile = (name: Program): string =>
  process.env.SIGNET_TEST_BUNDLES ? absolute(programs[name].bundle) : sourceFile(name)

/** Functions of the sources have their names and files. */
export const sourceFile = (name: Program): string => absolute(programs[name].sources)

export const databaseCommand = (name: 'setup' | 'migrate'): string[] => [mainFile('operator'), `db:${name}`]
