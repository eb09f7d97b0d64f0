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

test('a folder whose holder runs is refused with a sentence that names both', () => {
  writeFileSync(file, `${holder.pid}\n`)
  expect(() => lockFolder(folder)).toThrow(`Signet is already running on ${folder} (process ${holder.pid})`)
})

test('the lock of a process that is gone, or is another program by now, is taken over', () => {
  writeFileSync(file, '999999999\n')
  lockFolder(folder)()
  writeFileSync(file, `${process.pid}\n`)
  lockFolder(folder)()
  expect(existsSync(file)).toBe(false)
})

test('a folder that is let go can be held again', () => {
  const release = lockFolder(folder)
  release()
  lockFolder(folder)()
})
