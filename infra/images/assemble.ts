import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleConsole } from '../build/console.ts'
import { root } from '../local/repository.ts'
import { describedVersion } from './version.ts'

/** One image each; `console` serves the console's files. */
const services = ['auth', 'admin-api', 'scim', 'mcp-gateway', 'operator'] as const
export const imageNames = [...services, 'console'] as const

export async function assemble(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  copyNode(join(folder, 'node'))
  copyFileSync(join(root, 'infra/images/healthcheck.mjs'), join(folder, 'healthcheck.mjs'))
  for (const name of services) copyBundle(join(root, 'services', name, 'dist'), join(folder, name))
  copyBundle(join(root, 'apps/console/dist'), join(folder, 'console/files'))
  copyBundle(join(root, 'apps/docs/dist'), join(folder, 'console/documents'))
  await bundleConsole('infra/images/console.ts', join(folder, 'console'), 'main')
  // Node.js takes a lone .js file for CommonJS otherwise.
  for (const name of imageNames) {
    writeFileSync(join(folder, name, 'package.json'), '{"type":"module"}\n')
    writeFileSync(join(folder, name, 'VERSION'), `${describedVersion()}\n`)
  }
}

/** Only a debugger reads the removed symbols: the binary is a quarter smaller. */
function copyNode(file: string): void {
  copyFileSync(process.execPath, file)
  chmodSync(file, 0o755)
  try {
    execFileSync('strip', [file], { stdio: 'ignore' })
  } catch {
    // No binutils on this machine: the images are 30 MB larger.
  }
}

/** Source maps stay with the build. */
const copyBundle = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') })
