import { createHash } from 'node:crypto'

const inlineScripts = /<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs

/**
 * Permits the few scripts that Starlight writes into its pages, by their hashes, and attributes with styles. The search compiles
 * WebAssembly.
 */
export function policyOf(pages: readonly string[]): string {
  const scripts = new Set(
    pages.flatMap((page) => [...page.matchAll(inlineScripts)].map(([, script = '']) => script)),
  )
  const hashes = [...scripts]
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    .toSorted()
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
