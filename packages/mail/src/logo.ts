/** An image that was checked before it was stored. */
export interface MailLogo {
  readonly bytes: Uint8Array
  /** image/png, image/jpeg or image/webp */
  readonly type: string
}

const contentId = 'logo@signet'

/** Mail programs block images of other servers, and some show no data URLs. */
export const attachedLogo = `cid:${contentId}`

/** Returns the attachment that `attachedLogo` names (RFC 2392). */
export const logoAttachment = ({ bytes, type }: MailLogo) => ({
  cid: contentId,
  filename: `logo.${type.slice('image/'.length)}`,
  content: Buffer.from(bytes),
  contentType: type,
  contentDisposition: 'inline' as const,
})
