import { Slug } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../texts/index.ts'
import { addressOf, addressParts, slugOf } from './address.ts'

beforeAll(() => loadTexts('en'))

test.each([
  ['Acme Store', 'acme-store'],
  ['  Zürich Cafés 2026 ', 'zurich-cafes-2026'],
  ['Ünïcode--&--More', 'unicode-more'],
  ['x'.repeat(80), 'x'.repeat(40)],
])('a project with the name %j is offered the slug %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(Slug.safeParse(slugOf(name)).success).toBe(true)
})

test('a name without a latin letter or digit is offered no slug', () => expect(slugOf('日本')).toBe(''))

test('an address is shown without its scheme', () => {
  expect(addressOf({ issuer: 'https://id.example/acme' })).toBe('id.example/acme')
  expect(addressOf({ issuer: null })).toBe('No address yet')
  expect(addressOf({ issuer: 'https://id.example/', reserved: 'administrators' })).toBe('id.example/admin')
})

test('each form of address shows the position of the name', () => {
  expect(addressParts('path', 'http://localhost:8080')).toEqual({ before: 'localhost:8080/', after: '' })
  expect(addressParts('subdomain', 'https://id.example')).toEqual({
    before: 'https://',
    after: '.id.example',
  })
})
