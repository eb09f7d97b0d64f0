import { beforeEach, expect, test } from 'vitest'
import { etagFor, forgetEtag, replaceEtag } from './etags.ts'
import { keepEtag, notedEtags } from './noted-etags.ts'

const client = { projectId: 'project_a', clientId: 'client_a' }
const other = { ...client, clientId: 'client_b' }

beforeEach(() => notedEtags.clear())

test('a change expects the ETag of the latest read of its object', () => {
  keepEtag('client_get', client, '"1"')
  keepEtag('client_get', other, '"other"')
  keepEtag('client_get', client, '"2"')
  expect(etagFor('client_update', { ...client, clientName: 'Shop' })).toBe('"2"')
  expect(etagFor('client_delete', other)).toBe('"other"')
})

test('a change of an object that was not read, and a change with POST, expect no ETag', () => {
  keepEtag('client_get', client, '"1"')
  expect(etagFor('client_update', other)).toBeUndefined()
  expect(etagFor('client_secret_rotate', client)).toBeUndefined()
})

test('a change expects no ETag after the ETag of its object is forgotten', () => {
  keepEtag('client_get', client, '"1"')
  keepEtag('client_get', other, '"other"')
  forgetEtag('client_update', client)
  expect(etagFor('client_update', client)).toBeUndefined()
  expect(etagFor('client_update', other)).toBe('"other"')
})

test('the ETag of a rejected edit replaces that of the read', () => {
  keepEtag('client_get', client, '"1"')
  replaceEtag('client_update', { ...client, clientName: 'Shop' }, '"2"')
  expect(etagFor('client_update', client)).toBe('"2"')
})

test('the ETag of the oldest of 201 reads is removed', () => {
  for (let number = 0; number <= 200; number += 1)
    keepEtag('client_get', { ...client, clientId: `client_${number}` }, `"${number}"`)
  expect(etagFor('client_update', { ...client, clientId: 'client_0' })).toBeUndefined()
  expect(etagFor('client_update', { ...client, clientId: 'client_1' })).toBe('"1"')
})
