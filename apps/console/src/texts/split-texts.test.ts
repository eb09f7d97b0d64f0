import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { splitTextsModule, textNames } from '@signet/i18n/console-plugin'
import { describe, expect, test } from 'vitest'
import { TextReads } from '../../text-reads.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const reads = new TextReads(textNames())

describe('the texts that a module reads', () => {
  test('each source names the area of the texts that it reads, and these areas exist', () => {
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => `${root}${path}`)
    expect([...reads.readsOf(sources).keys()].toSorted()).toEqual(textNames().toSorted())
  })

  test('a module that names a message reads this message, and one without a message reads the whole area', () => {
    expect(reads.readsOf([`${root}layouts/waiting.tsx`])).toEqual(new Map([['common', new Set(['loading'])]]))
    expect(reads.readsOf([`${root}components/claims/claims-card.tsx`]).get('claims')).toBe('all')
  })

  test('the modules of a page include those that its modules import, without those that they import on demand', () => {
    const modules = reads.modulesOf(`${root}layouts/shell.tsx`)
    expect(modules).toContain(`${root}layouts/sidebar.tsx`)
    expect(modules).not.toContain(`${root}layouts/command-palette.tsx`)
  })
})

describe('the module of split texts', () => {
  test('it has the selected messages only, and a loader of each area that the language has', () => {
    const code = splitTextsModule('de', new Map([['nav', new Set(['skip'])]]))
    expect(code).toMatch(
      /^export default \(plural, number\) => \(\{"nav":\{"skip":`[^`]+`\},"operations":\{\}/,
    )
    expect(code).toContain("users: () => import('virtual:text-areas/users/de')")
    expect(code).toContain("operations: () => import('virtual:text-areas/operations/de')")
    expect(splitTextsModule('en', new Map())).not.toContain('virtual:text-areas/operations/en')
  })
})
