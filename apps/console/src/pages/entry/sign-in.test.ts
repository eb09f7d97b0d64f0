import { afterEach, expect, test, vi } from 'vitest'
import { signIn } from './sign-in.ts'

const credentials = { email: 'ada@example.com', password: 'correct-horse-battery-staple' }

afterEach(() => vi.unstubAllGlobals())

const responses: readonly (readonly [string, () => Promise<object>])[] = [
  ['is another page', async () => ({ ok: true, url: 'https://id.example/admin/' })],
  ['is an error', async () => ({ ok: false, url: 'https://id.example/interaction/abc' })],
  ['does not arrive', () => Promise.reject(new TypeError('Failed to fetch'))],
]

test.each(responses)(
  'the browser navigates to the sign-in with the address and without the password when its page %s',
  async (_result, response) => {
    const assign = vi.fn()
    const sent = vi.fn(response)
    vi.stubGlobal('fetch', sent)
    vi.stubGlobal('window', { location: { assign } })
    await signIn(credentials, '/admin/teams/tem_1')
    const query = 'returnTo=%2Fadmin%2Fteams%2Ftem_1&loginHint=ada%40example.com'
    expect(assign.mock.calls).toEqual([[`/admin/api/login?${query}`]])
    expect(sent.mock.calls).toEqual([[`/admin/api/login?${query}&fresh=true`, { mode: 'same-origin' }]])
    expect(JSON.stringify([assign.mock.calls, sent.mock.calls])).not.toContain(credentials.password)
  },
)
