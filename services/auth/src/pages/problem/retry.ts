const formOfSignIn = /\/interaction\/([\w-]+)\/[a-z]+$/
const formOfAccount = /\/account(\/[a-z-]+)?$/

/**
 * Returns the relative address of the page that failed, or of the sign-in whose form failed. Undefined for a form that only the
 * application can send again.
 */
export function retryAddress(method: string | undefined, path: string): string | undefined {
  if (method === 'GET' || formOfAccount.test(path)) return ''
  const uid = formOfSignIn.exec(path)?.[1]
  return uid && `../${uid}`
}
