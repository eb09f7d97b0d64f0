import { createMachineGrant, sql } from '@signet/db'
import { newId } from '@signet/runtime'
import { bumpProject } from '@signet/tenancy'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { postForm } from '../support/journey.ts'
import type { ForAgents } from './connecting.ts'

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

interface Machine {
  readonly jwks?: object
  readonly workload?: { readonly issuer: string; readonly subject: string }
  readonly scopes?: readonly string[]
  readonly keyProof?: 'none' | 'dpop'
  /** Seconds from now. */
  readonly expiresIn?: number
  readonly actsFor?: string
}

export async function permitMachine(instance: ForAgents, machine: Machine): Promise<string> {
  const { auth, administratorsId, administrator } = instance
  const clientId = `machine-${Math.random().toString(36).slice(2)}`
  const accountId = machine.actsFor ?? administrator.id
  const { jwks, workload, scopes = ['admin:read', 'admin:write', 'admin:high'], keyProof = 'none' } = machine
  await auth.database.transaction(async (tx) => {
    const grantId = await createMachineGrant(tx, { projectId: administratorsId, accountId, clientId })
    await tx.run(sql`
      INSERT INTO agent_clients (id, client_id, name, key_proof, scopes, expires_at, acts_for, grant_id, jwks,
        workload_issuer, workload_subject)
      VALUES (${newId('agentClient')}, ${clientId}, 'Machine', ${keyProof}, ${[...scopes]},
        now() + make_interval(secs => ${machine.expiresIn ?? null}), ${accountId}, ${grantId},
        ${jwks ? JSON.stringify(jwks) : null}::jsonb, ${workload?.issuer ?? null}, ${workload?.subject ?? null})`)
    await bumpProject(tx, administratorsId)
  })
  return clientId
}

export async function machineKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'm1', alg: 'ES256', use: 'sig' }] }
  const authenticate = async (clientId: string, audience: string) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: 'm1' })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1 minute')
      .sign(privateKey),
  })
  return { jwks, authenticate }
}

export type MachineKey = Awaited<ReturnType<typeof machineKey>>

export async function machineToken(
  { auth, resource }: ForAgents,
  clientId: string,
  key: MachineKey,
  body: Record<string, string> = {},
) {
  const proof = await key.authenticate(clientId, auth.baseUrl)
  const asked = { grant_type: 'client_credentials', resource, ...proof, ...body }
  return postForm(auth, `${auth.baseUrl}/token`, asked, { clientId })
}

export const exchange = ({ auth, resource }: ForAgents, clientId: string, body: Record<string, string>) =>
  postForm(auth, `${auth.baseUrl}/token`, { grant_type: jwtBearer, resource, ...body }, { clientId })
