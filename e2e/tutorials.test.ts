import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { startStack } from './support/stack.ts'
import { follow, isFollowed } from './tutorials/follow.ts'
import { readSteps } from './tutorials/steps.ts'

for (const name of ['application', 'agent', 'directory'])
  test(`every sentence of the tutorial ${name} has a form that a reader follows`, () => {
    const sentences = readSteps(name).filter((step) => step.kind === 'sentence')
    expect(sentences.length).toBeGreaterThan(5)
    expect(sentences.filter(({ text }) => !isFollowed(text))).toEqual([])
  })

test('a reader of the tutorials gets from an empty instance to a sign-in at an application and to a directory', async ({
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const stack = await startStack()
  const folder = mkdtempSync(join(tmpdir(), 'signet-tutorial-'))
  symlinkSync(new URL('node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
  try {
    const page = await newVisitor()
    page.setDefaultTimeout(20_000)
    const { baseUrl, setupUrl } = stack
    const reader = { page, folder, baseUrl, setupUrl, environment: process.env, installs: false }
    await follow('application', reader)
    await follow('directory', reader)
  } finally {
    await stack.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
