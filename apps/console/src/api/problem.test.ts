import { errorCatalogue, type Problem } from '@signet/contracts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../texts/index.ts'
import { CallError } from './call.ts'
import { errorAt, errorsWithin, problemOf, textOfError, unplacedErrors } from './problem.ts'

beforeAll(() => loadTexts('en'))

const { title, status, remedy } = errorCatalogue.invalid_value
const problem: Problem = {
  type: 'https://id.example/docs/reference/api/errors/#invalid_value',
  code: 'invalid_value',
  title,
  status,
  detail: remedy,
  errors: [
    { path: 'redirectUris.1', message: 'must be an absolute address' },
    { path: 'claims.sub', message: 'is a claim of the protocol' },
    { path: 'jwksUri', message: 'must use https' },
  ],
}

test("a refusal shows the server's own problem document", () => {
  expect(problemOf(new CallError(remedy, { code: 'UNPROCESSABLE_CONTENT', problem }))).toEqual(problem)
})

test('an unreachable server is reported as unreachable', () => {
  expect(problemOf(new CallError('Failed to fetch')).code).toBe('unavailable')
})

test('an operation that the server does not offer is reported as missing, not as a failure', () => {
  expect(problemOf(new CallError('No procedure', { code: 'NOT_FOUND' })).code).toBe('not_found')
})

test('a defect of the console shows no internal detail', () => {
  expect(problemOf(new RangeError('secret')).detail).not.toContain('secret')
})

test('field errors are shown at their fields and the others above the form', () => {
  expect(errorAt(problem, 'redirectUris.1')).toBe('Must be an absolute address.')
  expect(errorAt(problem, 'redirectUris')).toBeUndefined()
  expect(errorsWithin(problem, 'claims')).toBe('sub: is a claim of the protocol.')
  expect(unplacedErrors(problem, ['redirectUris', 'claims']).map(({ path }) => path)).toEqual(['jwksUri'])
})

test.each([
  [{ path: 'a', message: 'is required', code: 'required' as const }, 'Required.'],
  [
    { path: 'a', message: 'must have at least 12 characters', code: 'too_short' as const, limit: 12 },
    'Use at least 12 characters.',
  ],
  [
    { path: 'a', message: 'must have at most 100 characters', code: 'too_long' as const, limit: 100 },
    'Use at most 100 characters.',
  ],
  [{ path: 'a', message: 'must be an email address' }, 'Must be an email address.'],
])('the field error %o reads: %s', (error, text) => expect(textOfError(error)).toBe(text))

test('a refusal is shown in the language of the console, with the detail that only the server has', async () => {
  await loadTexts('ru')
  const refused = (code: 'email_taken' | 'mail_refused', detail: string) =>
    problemOf(
      new CallError(detail, {
        code: 'CONFLICT',
        problem: { ...problem, code, title: 'In English', detail },
      }),
    )
  expect(refused('email_taken', 'Choose another address.')).toMatchObject({
    title: 'Этот адрес занят',
    detail: 'Укажите другой адрес.',
  })
  expect(refused('mail_refused', '550 no such user').detail).toContain('550 no such user')
  await loadTexts('en')
})
