import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Scratch } from './scratch.ts'

/** Uses the German texts for Dutch. */
export function addLanguage({ folder, insertAfter, run }: Scratch): void {
  const languages = 'packages/i18n/src/index.ts'
  insertAfter(languages, "'ja', 'ar'", ", 'nl'")
  insertAfter(languages, "  ar: 'العربية',\n", "  nl: 'Nederlands',\n")
  insertAfter(languages, "'zh-CN', 'de', 'fr', 'ja'", ", 'nl'")
  cpSync(join(folder, 'packages/i18n/messages/de'), join(folder, 'packages/i18n/messages/nl'), {
    recursive: true,
  })
  run('node', 'packages/i18n/src/print.ts')
  run('biome', 'check', '--write', 'packages/i18n')
}
