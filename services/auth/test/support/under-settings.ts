import { type Auth, setSetting } from './harness.ts'

/** Restores the values of `after`, or false, after the work. */
export async function underSettings(
  auth: Auth,
  settings: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
  after: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  for (const [key, value] of Object.entries(settings)) await setSetting(auth, key, value)
  try {
    await work()
  } finally {
    for (const key of Object.keys(settings)) await setSetting(auth, key, after[key] ?? false)
  }
}
