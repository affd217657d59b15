/** A password of a FIX session: what Password(554) carries from every engine. SOH ends a field, and bytes above 0x7F depend on the engine's encoding. */
export const FIX_PASSWORD = '^[\\x20-\\x7e]{1,128}$'
