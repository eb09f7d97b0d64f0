import { readFileSync } from 'node:fs'
import about from '../package.json' with { type: 'json' }
import { watch } from './metrics/registry.ts'

/**
 * Images and archives have the version in the file VERSION next to the program, with the revision of the sources; otherwise it is that
 * of the package.
 */
export const buildVersion = readVersion()

function readVersion(): string {
  try {
    return readFileSync(new URL('./VERSION', import.meta.url), 'utf8').trim()
  } catch {
    return about.version
  }
}

watch('signet_build_info', () => [{ labels: { version: buildVersion }, value: 1 }])
