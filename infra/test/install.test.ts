import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installDigest, installReason, markerPath, nodeRefusal } from '../local/install.mjs'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'signet-install-'))
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    writeFileSync(join(root, file), file)
})

afterEach(() => rmSync(root, { recursive: true }))

function install(): void {
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(root, ...markerPath), installDigest(root))
}

test('a clean clone is installed once while its files do not change', () => {
  expect(installReason(root)).toBe('first start')
  install()
  expect(installReason(root)).toBeUndefined()
})

test.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])(
  'a changed %s causes an installation',
  (file) => {
    install()
    appendFileSync(join(root, file), 'more')
    expect(installReason(root)).toBe('the dependencies changed')
  },
)

test('an interrupted installation is repeated', () => {
  install()
  rmSync(join(root, ...markerPath))
  expect(installReason(root)).toBe('the last installation was not completed')
})

test('an older Node.js than 20 is refused in one sentence', () => {
  expect(nodeRefusal('20.0.0')).toBeUndefined()
  expect(nodeRefusal('26.1.0')).toBeUndefined()
  expect(nodeRefusal('18.20.4')).toMatch(/^Signet needs Node.js 20 or later to start, this is 18.20.4: .*\.$/)
})
