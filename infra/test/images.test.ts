import { readFileSync } from 'node:fs'
import { environments } from '@signet/runtime'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageNames } from '../images/assemble.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}

const services = (): [string, ComposeService][] =>
  Object.entries((parse(read('compose/compose.yaml'), { merge: true }) as { services: object }).services)

test('the Containerfile has a target for each image, and each runs without root', () => {
  const text = read('images/Containerfile')
  const targets = [...text.matchAll(/^FROM base AS (\S+)$/gm)].map(([, name]) => name)
  expect(targets.toSorted()).toEqual([...imageNames].toSorted())
  expect(text).toMatch(/^FROM scratch AS base$/m)
  expect(text).toMatch(/^USER 65532:65532$/m)
})

test('compose starts every image without privileges, and sets only variables that a service reads', () => {
  const ours = services().filter(([, { image }]) => image.startsWith('signet/'))
  const images = new Set(ours.map(([, { image }]) => image.replace(/^signet\/|:.*$/g, '')))
  expect([...images].toSorted()).toEqual([...imageNames].toSorted())
  const known = new Set(Object.values(environments).flatMap((shape) => Object.keys(shape)))
  for (const [name, { environment = {}, read_only, cap_drop }] of ours) {
    expect({ name, read_only, cap_drop }).toEqual({ name, read_only: true, cap_drop: ['ALL'] })
    for (const variable of Object.keys(environment))
      expect(known.has(variable) || known.has(variable.replace(/_FILE$/, '')), `${variable} of ${name}`).toBe(
        true,
      )
  }
})
