import { describe, expect, test } from '@jest/globals'
import { type Change, refusedUpdate, stored } from '../packaged/support.js'

const STARTED = { startTime: '2024-01-01T00:00:00Z' }
const SUSPENDED = { conditions: [{ type: 'Suspended', status: 'True' }] }
const TEMPLATE = 'spec.template'

const job = (change: Change, status?: object) => ({ ...stored('Job', change), ...(status && { status }) })

describe.each([
  { about: 'is suspended and has not started', live: job({ 'spec.suspend': true }), isOpen: true },
  { about: 'was suspended, and its pods ended', live: job({ 'spec.suspend': true }, { ...STARTED, ...SUSPENDED }), isOpen: true },
  { about: 'is to be suspended', live: job({ 'spec.suspend': true }, STARTED), isOpen: false },
  {
    about: 'was suspended, and still has pods',
    live: job({ 'spec.suspend': true }, { ...STARTED, ...SUSPENDED, active: 1 }),
    isOpen: false,
  },
  { about: 'runs', live: job({}), isOpen: false },
])('the template of a job that $about', ({ live, isOpen }) => {
  test.each<Change>([
    { 'spec.template.spec.nodeSelector': { zone: 'b' }, 'spec.template.metadata.annotations': { a: 'b' } },
    { 'spec.template.spec.containers.0.resources': { requests: { cpu: '2' } } },
    { 'spec.template.spec.affinity': { nodeAffinity: {} } },
  ])(`${isOpen ? 'takes' : 'does not take'} %j`, (change) => {
    expect(refusedUpdate('Job', live, change)).toEqual(isOpen ? [] : [TEMPLATE])
  })

  test.each<Change>([
    { 'spec.template.spec.containers.0.image': 'other' },
    { 'spec.template.spec.affinity': { podAffinity: {} } },
  ])('does not take %j', (change) => {
    expect(refusedUpdate('Job', live, change)).toEqual([TEMPLATE])
  })
})
