export interface LogoKey {
  readonly projectId: string
  readonly digest: string
}

/** Contains the digest of the image: caches never revalidate it. */
export const logoPath = ({ projectId, digest }: LogoKey): string => `/assets/logo-${projectId}-${digest}`

export function logoKeyAt(path: string): LogoKey | undefined {
  const [, projectId, digest] = /^\/assets\/logo-(\w{1,64})-([0-9a-f]{16})$/.exec(path) ?? []
  return projectId && digest ? { projectId, digest } : undefined
}
