import * as z from 'zod'
import { opens, protects, setting } from './setting.ts'

const flag = z.boolean()
const seconds = z.int().min(1).max(31_536_000)
const requests = z.int().min(1).max(10_000_000)

export const instanceSettings = {
  'projects.addressForms': setting(
    z.enum(['path', 'subdomain', 'both']),
    'path',
    ['lets-in', 'locks-out'],
    'Address forms of projects; subdomains need wildcard DNS and certificate.',
  ),
  'projects.reservedHostnames': setting(
    z.array(z.string().min(1).max(253)).max(1000),
    [],
    ['lets-in'],
    'Names in the domain of the instance that no project may use.',
  ),
  'plans.enabled': setting(
    flag,
    false,
    ['raises'],
    'Plans limit the objects that tenants create; super administrators and System projects are never limited.',
  ),
  'plans.regularTeamsPerAdministrator': setting(
    z.int().min(0).max(100_000),
    3,
    ['raises'],
    'Number of regular teams that one administrator may create while plans are enforced.',
  ),
  'federation.enabled': setting(
    flag,
    true,
    opens,
    'Users may sign in through the identity providers of their project.',
  ),
  'mcp.enabled': setting(
    flag,
    false,
    { on: ['raises'], off: ['locks-out'] },
    'AI agents may administer the instance through /mcp, with permitted clients only.',
  ),
  'cors.enabled': setting(
    flag,
    true,
    opens,
    'Browsers may call from the origins that an application lists (CORS).',
  ),
  'scim.enabled': setting(flag, true, opens, 'Directories may provision accounts and groups through SCIM.'),
  'scim.secretCredentials': setting(flag, true, opens, 'A directory may authenticate with a client secret.'),
  'scim.staticTokens': setting(
    flag,
    true,
    opens,
    'A directory may authenticate with an expiring static token.',
  ),
  'scim.strict': setting(
    flag,
    false,
    protects,
    'Rejects SCIM requests that RFC 7644 does not allow; off: accepts known deviations of directories.',
  ),
  'scim.rateLimit.max': setting(
    requests,
    3000,
    ['lets-in', 'locks-out'],
    'Requests of one directory connection in a window.',
  ),
  'scim.rateLimit.windowSeconds': setting(
    seconds,
    60,
    ['lets-in', 'locks-out'],
    'Seconds of the window for provisioning requests.',
  ),
  'rateLimit.enabled': setting(
    flag,
    true,
    protects,
    'Limits requests by client address, in four classes of routes.',
  ),
  'rateLimit.trustedProxy': setting(
    flag,
    false,
    ['lets-in'],
    'Counts requests by the client address that the proxies of SIGNET_PROXY_HOPS report; off: by the address of the connection.',
  ),
  'rateLimit.maxTrackedOrigins': setting(
    z.int().min(100).max(10_000_000),
    100_000,
    ['lets-in', 'locks-out'],
    'Client addresses counted at the same time; the least recent are dropped first.',
    'restart',
  ),
  'rateLimit.strict.max': setting(
    requests,
    120,
    ['lets-in', 'locks-out'],
    'Sign-in and other costly requests of one client address in a window, and failed or unauthenticated calls of applications.',
  ),
  'rateLimit.strict.windowSeconds': setting(
    seconds,
    60,
    ['lets-in', 'locks-out'],
    'Seconds of the window of rateLimit.strict.max.',
  ),
  'rateLimit.client.max': setting(
    requests,
    30_000,
    ['lets-in', 'locks-out'],
    'Calls of one application from one client address in a window; failed calls also count in rateLimit.strict.max.',
  ),
  'rateLimit.client.windowSeconds': setting(seconds, 60, ['lets-in', 'locks-out'], 'Seconds of this window.'),
  'rateLimit.ordinary.max': setting(
    requests,
    600,
    ['lets-in', 'locks-out'],
    'UserInfo, administration and other ordinary requests of one client address in a window; separately, completed sign-ins.',
  ),
  'rateLimit.ordinary.windowSeconds': setting(
    seconds,
    60,
    ['lets-in', 'locks-out'],
    'Seconds of the window for ordinary routes.',
  ),
  'rateLimit.public.max': setting(
    requests,
    2400,
    ['lets-in', 'locks-out'],
    'Requests of one client address for assets, discovery and keys in a window.',
  ),
  'rateLimit.public.windowSeconds': setting(
    seconds,
    60,
    ['lets-in', 'locks-out'],
    'Seconds of the window for public routes.',
  ),
  'loginThrottle.failureCap': setting(
    z.int().min(1).max(1000),
    10,
    ['lets-in', 'locks-out'],
    'Failed sign-ins of one account before it must wait; a network has ten times as many.',
  ),
  'loginThrottle.windowSeconds': setting(
    seconds,
    300,
    ['lets-in', 'locks-out'],
    'Seconds of the first wait; each following wait is twice as long.',
  ),
  'loginThrottle.windowCeilingSeconds': setting(
    seconds,
    86_400,
    ['lets-in', 'locks-out'],
    'The longest wait after failed sign-ins, in seconds.',
  ),
  'errorStore.enabled': setting(flag, true, ['destroys'], 'Records internal errors of the server.'),
  'errorStore.retentionDays': setting(
    z.int().min(1).max(3650),
    30,
    ['destroys'],
    'Days that a fault is stored after its last occurrence.',
  ),
  'errorStore.maxGroups': setting(
    z.int().min(1).max(1_000_000),
    5000,
    ['destroys'],
    'Distinct faults that are stored.',
  ),
  'errorStore.samplesPerGroup': setting(
    z.int().min(2).max(1000),
    10,
    ['destroys'],
    'Stored occurrences of one fault, the first and the latest.',
  ),
  'errorStore.queueDepth': setting(
    z.int().min(1).max(1_000_000),
    1000,
    ['destroys'],
    'Faults that wait to be written; further ones are counted as dropped.',
    'restart',
  ),
  'errorStore.originCaptureLevel': setting(
    z.enum(['omitted', 'anonymized', 'full']),
    'anonymized',
    ['exposes'],
    'Part of the client address that a fault stores; anonymized: its network.',
  ),
  'errorreport.enabled': setting(
    flag,
    false,
    ['exposes'],
    'Forwards faults to an error-reporting service; needs the error store.',
  ),
} as const
