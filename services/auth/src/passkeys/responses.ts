import * as z from 'zod'

const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)

/** WebAuthn limits an id to 1023 bytes. */
const credentialId = base64Url(1_364)

const shared = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

const Attestation = z.strictObject({
  ...shared,
  response: z.strictObject({
    clientDataJSON: base64Url(4_096),
    attestationObject: base64Url(8_192),
    transports: z.array(z.string().regex(/^[a-z-]{1,32}$/)).max(8),
  }),
})
export type Attestation = z.output<typeof Attestation>

const Assertion = z.strictObject({
  ...shared,
  response: z.strictObject({
    clientDataJSON: base64Url(4_096),
    authenticatorData: base64Url(4_096),
    signature: base64Url(2_048),
    userHandle: base64Url(128).optional(),
  }),
})
export type Assertion = z.output<typeof Assertion>

function read<Schema extends z.ZodType>(
  schema: Schema,
  text: string | undefined,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/** @returns undefined for any other content */
export const readAttestation = (text: string | undefined): Attestation | undefined => read(Attestation, text)
export const readAssertion = (text: string | undefined): Assertion | undefined => read(Assertion, text)
