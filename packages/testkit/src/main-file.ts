import { fileURLToPath } from 'node:url'

const programs = {
  auth: { sources: 'services/auth/src/main.ts', bundle: 'services/auth/dist/main.js' },
  'admin-api': { sources: 'services/admin-api/src/main.ts', bundle: 'services/admin-api/dist/main.js' },
  scim: { sources: 'services/scim/src/main.ts', bundle: 'services/scim/dist/main.js' },
  cli: { sources: 'apps/cli/src/main.ts', bundle: 'apps/cli/dist/signet.js' },
} as const

export type Program = keyof typeof programs

/**
 * Returns the file with which a test starts a program: the bundle in a run that has built it (SIGNET_TEST_BUNDLES), because it
 * starts in a third of the time, and otherwise the sources.
 */
export function mainFile(name: Program): string {
  const { sources, bundle } = programs[name]
  const file = process.env.SIGNET_TEST_BUNDLES ? bundle : sources
  return fileURLToPath(new URL(`../../../${file}`, import.meta.url))
}
