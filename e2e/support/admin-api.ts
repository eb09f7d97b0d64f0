import type { BrowserContext } from 'playwright/test'

export interface AdminApi {
  get<T = Record<string, unknown>>(path: string): Promise<T>
  put<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  patch<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>
  delete<T = Record<string, unknown>>(path: string): Promise<T>
}

export async function adminApi(baseUrl: string, context: BrowserContext): Promise<AdminApi> {
  const cookies = await context.cookies(baseUrl)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${baseUrl}/admin/api${path}`, {
      method,
      headers: {
        cookie,
        origin: baseUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? {} : response.json()
  }
  const send = (method: string) => (path: string, body: unknown) => call(method, path, body) as never
  return {
    get: (path) => call('GET', path) as never,
    put: send('PUT'),
    post: send('POST'),
    patch: send('PATCH'),
    delete: (path) => call('DELETE', path) as never,
  }
}
