import type { Subscription } from 'nats'
import type { Nats } from './connect.ts'
import type { CoreEvent } from './define.ts'

/** Does nothing while NATS is unreachable. */
export function sendSignal<Payload extends Record<string, unknown>>(
  nats: Nats,
  event: CoreEvent<Payload>,
  payload: Payload,
): void {
  const checked = event.payload.parse(payload)
  const { connection } = nats
  if (connection === undefined || connection.isClosed() || connection.isDraining()) return
  connection.publish(event.subjectFor(checked), JSON.stringify(checked))
}

/** Survives reconnects; skips invalid payloads. */
export function onSignal<Payload extends Record<string, unknown>>(
  nats: Nats,
  event: CoreEvent<Payload>,
  listener: (payload: Payload) => void,
): () => void {
  let subscription: Subscription | undefined
  const stopFollowing = nats.onConnected((connection) => {
    // The client renews the subscription after a reconnect; only a new connection needs a new one.
    if (subscription !== undefined && !subscription.isClosed()) return
    subscription = connection.subscribe(event.pattern, {
      callback: (error, message) => {
        const payload = error === null ? event.payload.safeParse(parse(message.string())) : undefined
        if (payload?.success === true) listener(payload.data)
      },
    })
  })
  return () => {
    stopFollowing()
    subscription?.unsubscribe()
  }
}

/** Undefined for invalid JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
