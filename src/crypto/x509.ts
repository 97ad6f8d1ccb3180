/**
 * Loads the X.509 package at its first use: it is slow to load, and most planes never make a certificate.
 *
 * @module
 */

import { lazily } from '../meta/index.js'

/** The X.509 package. It finds its parts through `reflect-metadata`, which therefore has to be loaded first. */
export const loadX509 = lazily(() => import('reflect-metadata').then(() => import('@peculiar/x509')))
