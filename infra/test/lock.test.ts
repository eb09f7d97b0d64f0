import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '../local/lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'signet-lock-'))
const file = join(folder, 'start.lock')
const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'infra/local/start.ts'])

afterAll(() => {
  holder.kill()
  rmSync(folder, { recursive: true })
})

test('a folder with a running holder is refused in a sentence that names both', () => {
  writeFileSync(file, `${holder.pid}\n`)
  expect(() => lockFolder(folder)).toThrow(`Signet is already running on ${folder} (process ${holder.pid})`)
})

test('a lock is taken over when its process has ended or its id belongs to another program', () => {
  writeFileSync(file, '999999999\n')
  lockFolder(folder)()
  writeFileSync(file, `${process.pid}\n`)
  lockFolder(folder)()
  expect(existsSync(file)).toBe(false)
})

test('a released folder can be locked again', () => {
  const release = lockFolder(folder)
  release()
  lockFolder(folder)()
})
