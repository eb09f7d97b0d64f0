import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { written } from './mutants/written.ts'

const named = written.map((mutant) => [`${mutant.file}: ${mutant.guarantee}`, mutant] as const)

test.each(named)('the text of a written mutant occurs exactly once in its file: %s', (_name, mutant) => {
  const { file, from, to } = mutant
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('every test file or folder that a written mutant names exists', () => {
  const missing = written.flatMap(({ tests }) => tests).filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
})
