import { expect, test } from '@jest/globals'
import {
  duplicateField,
  forbiddenField,
  notFoundField,
  tooLongField,
  tooManyField,
  typeField,
  unsupportedField,
} from '../../../src/meta/index.js'
import { invalidField, requiredField } from '../../../src/public/meta.js'

test.each([
  [invalidField('f', 'a', 'must be b'), 'FieldValueInvalid', 'Invalid value: "a": must be b'],
  [invalidField('f', 0, 'must be greater than 0'), 'FieldValueInvalid', 'Invalid value: 0: must be greater than 0'],
  [invalidField('f', null, 'x'), 'FieldValueInvalid', 'Invalid value: null: x'],
  [invalidField('f', undefined, 'x'), 'FieldValueInvalid', 'Invalid value: null: x'],
  [invalidField('f', ['a'], ''), 'FieldValueInvalid', 'Invalid value: ["a"]'],
  [requiredField('f'), 'FieldValueRequired', 'Required value'],
  [requiredField('f', 'say it'), 'FieldValueRequired', 'Required value: say it'],
  [unsupportedField('f', 'c', ['a', 'b']), 'FieldValueNotSupported', 'Unsupported value: "c": supported values: "a", "b"'],
  [unsupportedField('f', 'c', []), 'FieldValueNotSupported', 'Unsupported value: "c"'],
  [forbiddenField('f', 'not here'), 'FieldValueForbidden', 'Forbidden: not here'],
  [duplicateField('f', 'a'), 'FieldValueDuplicate', 'Duplicate value: "a"'],
  [duplicateField('f', 'a', 'names are unique'), 'FieldValueDuplicate', 'Duplicate value: "a": names are unique'],
  [notFoundField('f', 'a'), 'FieldValueNotFound', 'Not found: "a"'],
  [tooLongField('f', 128), 'FieldValueTooLong', 'Too long: may not be more than 128 bytes'],
  [tooManyField('f', 3, 2), 'FieldValueTooMany', 'Too many: 3: must have at most 2 items'],
  [typeField('f', 'a', 'must be of type integer'), 'FieldValueTypeInvalid', 'Invalid value: "a": must be of type integer'],
])('%j has the text of Kubernetes', (error, reason, message) => {
  expect(error).toEqual({ reason, field: 'f', message })
})
