import type { Edits } from './scratch.ts'

/** Uses the German texts for Dutch. */
export function addLanguage({ insertAfter, copyFolder, run }: Edits): void {
  const languages = 'packages/i18n/src/index.ts'
  insertAfter(languages, "'ja', 'ar'", ", 'nl'")
  insertAfter(languages, "  ar: 'العربية',\n", "  nl: 'Nederlands',\n")
  insertAfter(languages, "'zh-CN', 'de', 'fr', 'ja'", ", 'nl'")
  copyFolder('packages/i18n/messages/de', 'packages/i18n/messages/nl')
  run('node', 'packages/i18n/src/print.ts')
  run('biome', 'format', '--write', 'packages/i18n')
}
