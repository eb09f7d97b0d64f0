import { caddyConfiguration } from './caddy.ts'
import { type EdgeForm, upstreams } from './form.ts'
import { haproxyConfiguration } from './haproxy.ts'
import { nginxConfiguration } from './nginx.ts'
import type { Upstream } from './routes.ts'
import { traefikConfiguration } from './traefik.ts'

export const printers: Readonly<Record<string, (form: EdgeForm) => string>> = {
  haproxy: ({ baseUrl, bind, trustedProxies, servers, tls }) =>
    haproxyConfiguration({
      bind,
      instance: { baseUrl, trustedProxies },
      servers,
      metrics: '127.0.0.1:8405',
      ...(tls && { tls }),
    }),
  nginx: nginxConfiguration,
  caddy: caddyConfiguration,
  traefik: traefikConfiguration,
}

/** Defaults; several `host:port` are separated by commas. */
export const defaultAddresses: Readonly<Record<Upstream, string>> = {
  auth: '127.0.0.1:8081,127.0.0.1:8091',
  'admin-api': '127.0.0.1:8082,127.0.0.1:8092',
  scim: '127.0.0.1:8083,127.0.0.1:8093',
  'mcp-gateway': '127.0.0.1:8084,127.0.0.1:8094',
  console: '127.0.0.1:8085,127.0.0.1:8095',
}

export interface PrintOptions {
  readonly baseUrl: string
  readonly certificate?: string | undefined
  readonly key?: string | undefined
  readonly bind?: string | undefined
  readonly redirectFrom?: string | undefined
  readonly trustedProxies?: string | undefined
  readonly addresses: Partial<Readonly<Record<Upstream, string>>>
}

/** Contains no character that could end a line or word of a configuration. */
const word = /^[\w.:/@%+~[\]-]+$/

/** @throws Error when a value is not one word, or the proxy is unknown */
export function printConfiguration(proxy: string, options: PrintOptions): string {
  const print = printers[proxy]
  if (!print) throw new Error(`There is no proxy "${proxy}": use one of ${Object.keys(printers).join(', ')}.`)
  const { certificate, key = '', redirectFrom = '0.0.0.0:80', baseUrl } = options
  const form: EdgeForm = {
    baseUrl: new URL(baseUrl).origin,
    bind: options.bind ?? (certificate ? '0.0.0.0:443' : '127.0.0.1:8080'),
    trustedProxies: list(options.trustedProxies ?? ''),
    servers: Object.fromEntries(
      upstreams.map((name) => [name, list(options.addresses[name] ?? defaultAddresses[name])]),
    ) as Record<Upstream, string[]>,
    ...(certificate && { tls: { certificate, key, redirectFrom } }),
  }
  if (certificate && !key && proxy !== 'haproxy')
    throw new Error('Name the file of the private key with --key.')
  for (const value of [
    form.bind,
    ...form.trustedProxies,
    ...Object.values(form.servers).flat(),
    ...filesOf(form),
  ])
    if (!word.test(value)) throw new Error(`${JSON.stringify(value)} is not an address or a file name.`)
  return print(form)
}

const filesOf = ({ tls }: EdgeForm): string[] =>
  tls ? [tls.certificate, tls.redirectFrom, ...(tls.key ? [tls.key] : [])] : []

const list = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)
