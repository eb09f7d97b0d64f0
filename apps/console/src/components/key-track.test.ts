import type { SigningKey } from '@signet/contracts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../texts/index.ts'

beforeAll(() => loadTexts('en'))

const day = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString()

const signing = (days: number, kid = 'first'): SigningKey => ({
  kid,
  algorithm: 'ES256',
  state: 'signing',
  createdAt: daysAgo(days),
  promotableAt: null,
  signingSince: daysAgo(days),
  signedUntil: null,
  removableAt: null,
})

const next: SigningKey = {
  ...signing(1, 'next'),
  state: 'published',
  promotableAt: daysAgo(0),
  signingSince: null,
}

async function render(keys: readonly SigningKey[]): Promise<string> {
  const { KeyTrack } = await import('./key-track.tsx')
  return renderToStaticMarkup(createElement(KeyTrack, { keys, actions: () => null }))
}

test('keys are drawn on an axis in each state', async () => {
  for (const keys of [
    [signing(40), signing(30, 'second')],
    [signing(40), next],
    [signing(350)],
    [signing(400)],
  ])
    expect(await render(keys)).toContain('Today')
})

test('the times of a key begin at its bar, those of a late bar end with the axis, and only a signing key has the date of the next key', async () => {
  const html = await render([signing(250), next])
  expect(html).toMatch(/padding-left:0%/)
  expect(html.match(/justify-content:end/g)).toHaveLength(1)
  expect(html.match(/Next key <span/g)).toHaveLength(1)
})
