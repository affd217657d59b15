import { FixClient } from '../support/fix-client.ts'
import { frame, utcTimestamp } from '../support/fix-message.ts'
import type { GatewayProcess } from '../system/gateway-process.ts'
import { RawConnection } from './besieged-gateway.ts'

const AT_ONCE = 1_000

/** A session that says nothing but Heartbeat(0), so many times and as fast as they are taken; resolves when each has been counted, once. */
export async function beatTo(gateway: GatewayProcess, compId: string, count: number): Promise<void> {
  const { port } = gateway.credentials.fix
  const connection = await RawConnection.open(port)
  const header = (type: string, number: number): string => `35=${type}|34=${number}|49=${compId}|52=${sendingTime}|56=GATEWAY`
  let sendingTime = utcTimestamp(Date.now())
  await connection.say(frame(`${header('A', 1)}|98=0|108=120`))
  for (let next = 2; next < count + 2; next += AT_ONCE) {
    sendingTime = utcTimestamp(Date.now())
    await connection.say(Buffer.concat(Array.from({ length: AT_ONCE }, (_, index) => frame(header('0', next + index)))))
  }
  // its Logout is answered behind all of them
  await connection.say(frame(header('5', count + 2)))
  await connection.gone
  const back = await FixClient.loggedOn({ port, senderCompId: compId, number: count + 3 })
  await back.logout()
}
