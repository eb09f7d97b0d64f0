/** Pages that are open without a session. */
const open = /^\/admin\/(?:setup|invitation)\b/

const callerUrl = '/admin/api/trpc/whoami?input=%7B%7D'

let early: Promise<Response> | undefined

/** Requests the caller while the scripts load. */
export function requestCaller(): void {
  if (open.test(location.pathname)) return
  early = fetch(callerUrl)
  // A failure is reported by the read that receives the response.
  early.catch(() => {})
}

/** Returns the early response, once. */
export function takeEarly(url: string): Promise<Response> | undefined {
  if (!early || new URL(url, location.origin).href !== new URL(callerUrl, location.origin).href)
    return undefined
  const response = early
  early = undefined
  return response
}
