import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { commandsOf } from './runbooks.ts'

const folder = join(root, 'infra/runbooks')
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

test('every command and page that a runbook names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  for (const [name, text] of texts) {
    for (const [, script = ''] of text.matchAll(/npm run ([a-z:-]+)/g))
      expect(Object.keys(scripts), `${name}: ${script}`).toContain(script)
    for (const [, path = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
      const [file = '', heading] = path.split('#')
      expect(existsSync(join(folder, file)), `${name}: ${path}`).toBe(true)
      if (heading)
        expect(headingsOf(readFileSync(join(folder, file), 'utf8')), `${name}: ${path}`).toContain(heading)
    }
  }
})

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('commands are the fenced blocks of the shell, regardless of their indentation', () => {
  expect(commandsOf('1. Do.\n\n   ```sh\n   one\n   ```\n\n```json\n{}\n```\n\n```sh\ntwo\n```\n')).toEqual([
    '   one\n',
    'two\n',
  ])
})

test('every runbook is in the list of runbooks', () => {
  for (const name of texts.keys())
    if (name !== 'README.md') expect(texts.get('README.md')).toContain(`(${name})`)
})
