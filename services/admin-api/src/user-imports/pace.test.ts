import { describe, expect, test } from 'vitest'
import { createImportPace } from './pace.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Milliseconds that the second call of an import waits, after work with a share of waiting processes. */
async function waited(share: number | null, workMs = 200): Promise<number> {
  let waiting = 0
  const pace = createImportPace(async () => (share === null ? null : waiting))
  await pace.wait()
  const begun = performance.now()
  await sleep(workMs)
  waiting += (share ?? 0) * (performance.now() - begun) * 1_000
  const at = performance.now()
  await pace.wait()
  return performance.now() - at
}

describe('pace of imports:', () => {
  test('the first call of an import does not wait', async () => {
    const at = performance.now()
    await createImportPace(async () => 0).wait()
    expect(performance.now() - at).toBeLessThan(100)
  })

  test('an import without other work does not wait', async () => {
    expect(await waited(0.25, 1_000)).toBeLessThan(150)
  })

  test('an import waits four times as long as its former call took while a process always waits for the processor', async () => {
    expect(await waited(1)).toBeGreaterThanOrEqual(760)
  })

  test('an import waits a quarter of its former call on a system without the measurement', async () => {
    const pause = await waited(null)
    expect(pause).toBeGreaterThanOrEqual(40)
    expect(pause).toBeLessThan(190)
  })

  test('the measurement of this system never fails', async () => {
    const pace = createImportPace()
    await pace.wait()
    await expect(pace.wait()).resolves.toBeUndefined()
  })
})
