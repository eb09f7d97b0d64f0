import { readFileSync } from 'node:fs'
import about from '../package.json' with { type: 'json' }
import { watch } from './metrics/registry.ts'

/**
 * Version of the running program: of an image or archive the one in the file VERSION next to it, with the revision of its
 * sources; otherwise that of the package.
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
