import { parseArgs } from 'node:util'
import { commonEnv, readEnv, runMain } from '@signet/runtime'
import { upstreams } from './form.ts'
import { printConfiguration, printers } from './print.ts'

/**
 * Example: `edge:print -- nginx --certificate FILE --key FILE`. Reads SIGNET_BASE_URL. Without a certificate, the proxy speaks plain
 * HTTP behind another one.
 */
await runMain(async () => {
  const text = { type: 'string' } as const
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      certificate: text,
      key: text,
      bind: text,
      'redirect-from': text,
      'trusted-proxies': text,
      ...(Object.fromEntries(upstreams.map((name) => [name, text])) as Record<
        (typeof upstreams)[number],
        typeof text
      >),
    },
  })
  const [proxy] = positionals
  if (proxy === undefined) throw new Error(`Name the proxy: one of ${Object.keys(printers).join(', ')}.`)
  const { SIGNET_BASE_URL: baseUrl } = readEnv({ SIGNET_BASE_URL: commonEnv.SIGNET_BASE_URL })
  const { 'redirect-from': redirectFrom, 'trusted-proxies': trustedProxies, ...addresses } = values
  process.stdout.write(
    printConfiguration(proxy, { ...values, baseUrl, redirectFrom, trustedProxies, addresses }),
  )
})
