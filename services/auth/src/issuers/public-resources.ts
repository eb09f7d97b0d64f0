import type { ServerResponse } from 'node:http'
import type { Located } from '@signet/tenancy'
import type { Deps } from '../core/deps.ts'
import { fontAt } from '../pages/shared/fonts.ts'
import { logoKeyAt } from '../pages/shared/logo-path.ts'
import { stylesheetAt } from '../pages/shared/stylesheet.ts'
import { readLogo, sendLogo } from './project-logo.ts'
import { readRelatedOrigin, relatedOriginsPath, sendRelatedOrigin } from './related-origins.ts'

/** A document that needs no issuer. */
export interface PublicResource {
  readonly route: string
  /** Sends nothing and returns false for a missing resource. */
  send(response: ServerResponse): Promise<boolean>
}

export function publicResourceAt(
  { database, config }: Deps,
  { address, url }: Located,
): PublicResource | undefined {
  if (url === relatedOriginsPath)
    return {
      route: relatedOriginsPath,
      async send(response) {
        const origin = await readRelatedOrigin(database, address, config.SIGNET_BASE_URL)
        if (origin) sendRelatedOrigin(response, origin)
        return origin !== null
      },
    }
  return sharedFile(url) ?? projectLogo(database, url)
}

/** The stylesheets and fonts of all projects. Their addresses change with their content. */
function sharedFile(url: string): PublicResource | undefined {
  const font = fontAt(url)
  const body = font ?? stylesheetAt(url)
  if (body === undefined) return undefined
  return {
    route: font ? 'font' : 'stylesheet',
    async send(response) {
      response.writeHead(200, {
        'content-type': font ? 'font/woff2' : 'text/css; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      response.end(body)
      return true
    },
  }
}

function projectLogo(database: Deps['database'], url: string): PublicResource | undefined {
  const key = logoKeyAt(url)
  if (!key) return undefined
  return {
    route: 'logo',
    async send(response) {
      const logo = await readLogo(database, key)
      if (logo) sendLogo(response, logo)
      return logo !== null
    },
  }
}
