import type { PartnerView } from '../../domain/view.ts'
import type { Scope } from '../../domain/partners/scopes.ts'
import type { TokenBucket } from '../access/token-bucket.ts'

/** Who a request comes from, once its credential has been verified. */
export type Caller = PartnerCaller | OperatorCaller

export interface PartnerCaller extends Verified {
  readonly kind: 'partner'
  readonly partner: PartnerView
  /** index of the one account that an account token reaches; null on a key of the partner */
  readonly account: number | null
}

export interface OperatorCaller extends Verified {
  readonly kind: 'operator'
}

interface Verified {
  /** UUID of the credential */
  readonly credentialId: string
  readonly scopes: ReadonlySet<Scope>
  /** undefined when rate limits are off */
  readonly bucket: TokenBucket | undefined
}
