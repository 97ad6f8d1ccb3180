/**
 * Loads the JOSE package at its first use: most planes have no signed tokens.
 *
 * @module
 */

import { lazily } from '../meta/index.js'

/** The JOSE package: JWS (RFC 7515), JWK (RFC 7517), JWT (RFC 7519). */
export const loadJose = lazily(() => import('jose'))
