import { expect, test } from 'vitest'
import { createInternalFetch } from '../src/internal-fetch.ts'

test('a fetch inside the instance rejects an address of another origin', async () => {
  const fetchInside = createInternalFetch('https://id.example.com', 'http://127.0.0.1:1')
  for (const address of [
    'https://other.example.com/',
    'http://id.example.com/',
    'https://id.example.com:8443/',
  ])
    await expect(fetchInside(address)).rejects.toThrow('is not an address of this instance')
})
