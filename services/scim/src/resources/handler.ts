import type { Connection } from '../authn/connection.ts'
import type { ListQuery } from '../messages/list-query.ts'
import type { Projection } from '../messages/projection.ts'
import type { Reading } from '../messages/reading.ts'
import type { ScimObject } from '../messages/scim-object.ts'
import type { ResourceDefinition } from './define-resource.ts'

/** One request, with the connection it was authenticated as. */
export interface Call extends Reading {
  readonly connection: Connection
  readonly projection: Projection
  /** The version a change is meant for, as If-Match names it. */
  readonly ifMatch: string | undefined
}

/** A resource as it is answered, with its version. */
export interface Found {
  readonly id: string
  readonly version: number
  readonly resource: ScimObject
}

export interface FoundPage {
  readonly resources: readonly ScimObject[]
  readonly totalResults: number
}

/** What a kind of resource does; routes, answers and errors are the same for all kinds. */
export interface ResourceHandler {
  readonly definition: ResourceDefinition
  list(call: Call, query: ListQuery): Promise<FoundPage>
  find(call: Call, id: string): Promise<Found>
  create(call: Call, body: unknown): Promise<Found>
  replace(call: Call, id: string, body: unknown): Promise<Found>
  /** null: changed, and the resource is costly to read for nobody who asked for it (RFC 7644 3.5.2). */
  patch(call: Call, id: string, body: unknown): Promise<Found | null>
  remove(call: Call, id: string): Promise<void>
}
