import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A module of oidc-provider that is no part of what it exports: its own lists, which ours must not fall behind. */
export async function insideProvider<Module>(path: string): Promise<Module> {
  const library = dirname(fileURLToPath(import.meta.resolve('oidc-provider')))
  return (await import(join(library, path))) as Module
}
