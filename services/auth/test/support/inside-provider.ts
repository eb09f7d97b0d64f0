import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Imports an internal module of oidc-provider, to compare its lists with those of Signet. */
export async function insideProvider<Module>(path: string): Promise<Module> {
  const library = dirname(fileURLToPath(import.meta.resolve('oidc-provider')))
  return (await import(join(library, path))) as Module
}
