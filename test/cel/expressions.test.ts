import { beforeAll, describe, expect, test } from '@jest/globals'
import { EXPRESSION_COST_LIMIT } from '../../src/cel/budget.js'
import { loadEngine } from '../../src/cel/engine.js'
import { createEnvironment } from '../../src/cel/environment.js'
import { evaluationErrorText } from '../../src/cel/error-text.js'
import { compileExpression } from '../../src/cel/program.js'

beforeAll(() => loadEngine())

function evaluate(source: string): unknown {
  const compiled = compileExpression(createEnvironment(), source)
  if ('error' in compiled) return compiled.error
  const { value, error, isExceeded } = compiled.program.run({}, EXPRESSION_COST_LIMIT)
  if (isExceeded) return 'over budget'
  return error === undefined ? value : evaluationErrorText(error)
}

describe.each([
  {
    family: 'text',
    rules: [
      `'añb'.charAt(1) == 'ñ'`,
      `'a💥b'.indexOf('b') == 2`,
      `'a💥b💥'.lastIndexOf('💥') == 3`,
      `'hello'.indexOf('l', 3) == 3 && 'hello'.indexOf('') == 0`,
      `'a💥b'.substring(1, 2) == '💥' && 'abc'.substring(1) == 'bc'`,
      `'AbÑ'.lowerAscii() == 'abÑ' && 'abñ'.upperAscii() == 'ABñ'`,
      `'aXbXc'.replace('X', '-') == 'a-b-c' && 'aXbXc'.replace('X', '-', 1) == 'a-bXc'`,
      `'ab'.replace('', '-') == '-a-b-'`,
      `'a,b,c'.split(',') == ['a', 'b', 'c'] && 'a,b,c'.split(',', 2) == ['a', 'b,c'] && 'a'.split(',', 0) == []`,
      `['a', 'b'].join('-') == 'a-b' && ['a', 'b'].join() == 'ab'`,
      `' a '.trim() == 'a' && 'abc'.reverse() == 'cba'`,
      `'%.1f %.1f %.0f %.0f %.2f %.1f'.format([1.25, 1.35, 2.5, 3.5, -0.125, -1.25]) == '1.2 1.4 2 4 -0.12 -1.2'`,
      `'%s is %d (%.2f, %x, %e) %%'.format(['a', 3, 1.5, 255, 1.0]) == 'a is 3 (1.50, ff, 1.000000e+00) %'`,
      `'%s'.format([[1, 'b']]) == '[1, b]'`,
      `strings.quote('a"b') == '"a\\\\"b"'`,
      `size('a💥') == 2 && 'abc'.startsWith('a') && 'abc'.endsWith('c') && 'abc'.contains('b')`,
    ],
  },
  {
    family: 'lists',
    rules: [
      '[1, 2, 2].isSorted() && ![2, 1].isSorted() && [].isSorted()',
      '[1, 2].sum() == 3 && [1.5, 2.0].sum() == 3.5 && [duration("1m"), duration("1s")].sum() == duration("61s")',
      '[3, 1, 2].min() == 1 && ["a", "b"].max() == "b"',
      'lists.range(3) == [0, 1, 2] && lists.range(0) == [] && [1, 2, 3].slice(1, 3) == [2, 3] && [1].slice(1, 1) == []',
      '[1, [2, [3]]].flatten() == [1, 2, [3]] && [1, [2, [3]]].flatten(2) == [1, 2, 3] && [1, [2]].flatten(0) == [1, [2]]',
      '[3, 1, 2].sort() == [1, 2, 3] && [1, 2, 1].distinct() == [1, 2] && [1, 2].reverse() == [2, 1]',
      '[3, -1, 2].sortBy(x, x) == [-1, 2, 3] && [1, 3, 2].sortBy(x, -x) == [3, 2, 1] && [].sortBy(x, x) == []',
      '[{"k": "b", "v": 1}, {"k": "a", "v": 2}, {"k": "b", "v": 0}].sortBy(e, e.k).map(e, e.v) == [2, 1, 0]',
      '["bb", "a"].sortBy(x, size(x))[0] == "a" && [duration("1h"), duration("1m")].sortBy(d, d)[0] == duration("1m")',
      '[[3, 1], [2]].sortBy(l, l.sortBy(x, x)[0]) == [[3, 1], [2]] && [1, 2].all(i, v, [v, 0].sortBy(x, x)[0] == 0)',
      '[1, 2, 1].indexOf(1) == 0 && [1, 2, 1].lastIndexOf(1) == 2 && [1].indexOf(5) == -1',
      '[1, 2].map(x, x * 2) == [2, 4] && [1, 2, 3].filter(x, x > 1) == [2, 3] && [1, 2].exists_one(x, x == 1)',
      '3 in [1, 2, 3] && !(4 in [1, 2]) && "a" in {"a": 1}',
      '[[1], [2]] == [[1], [2]] && {"a": [1]} == {"a": [1]} && {"a": 1} != {"b": 1}',
    ],
  },
  {
    family: 'patterns',
    rules: [
      `'abc'.matches('^a.c$') && matches('abc', 'b') && !'abc'.matches('^b')`,
      `'abc 123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]') == ''`,
      `'1 2 3'.findAll('[0-9]') == ['1', '2', '3'] && '1 2 3'.findAll('[0-9]', 2) == ['1', '2']`,
      `'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('^(a+)+$') == false`,
    ],
  },
  {
    family: 'URLs',
    rules: [
      `url('https://user@example.com:80/a%20b?k=1&k=2&e=').getHost() == 'example.com:80'`,
      `url('https://[::1]:443/').getHostname() == '::1' && url('https://[::1]:443/').getPort() == '443'`,
      `url('https://a/b?k=1&k=2').getQuery() == {'k': ['1', '2']} && url('/path').getScheme() == ''`,
      `url('https://a/b%20c').getEscapedPath() == '/b%20c' && url('https://a') == url('https://a')`,
      `isURL('https://example.com') && !isURL('../up') && !isURL('https://a:b') && isURL('/a')`,
    ],
  },
  {
    family: 'addresses',
    rules: [
      `ip('127.0.0.1').family() == 4 && ip('::1').family() == 6 && ip('::1') == ip('0:0::1')`,
      `isIP('10.0.0.1') && !isIP('10.0.0.256') && !isIP('010.0.0.1') && !isIP('fe80::1%eth0') && !isIP('::ffff:1.2.3.4')`,
      `ip.isCanonical('::1') && !ip.isCanonical('0::1') && string(ip('2001:DB8::0:1')) == '2001:db8::1'`,
      `ip('127.0.0.1').isLoopback() && ip('::').isUnspecified() && ip('224.0.0.1').isLinkLocalMulticast()`,
      `ip('169.254.1.1').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && ip('8.8.8.8').isGlobalUnicast()`,
      `cidr('10.0.0.0/8').containsIP('10.1.2.3') && cidr('10.0.0.0/8').containsIP(ip('10.0.0.1'))`,
      `cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.0.0.0/8').containsCIDR(cidr('0.0.0.0/0'))`,
      `cidr('10.1.2.3/8').masked() == cidr('10.0.0.0/8') && cidr('10.1.2.3/8').ip() == ip('10.1.2.3')`,
      `cidr('::/64').prefixLength() == 64 && isCIDR('10.0.0.0/8') && !isCIDR('10.0.0.0/33') && string(cidr('10.0.0.0/8')) == '10.0.0.0/8'`,
    ],
  },
  {
    family: 'quantities',
    rules: [
      `quantity('1.5Gi').isGreaterThan(quantity('1G')) && quantity('100m').add(quantity('900m')) == quantity('1')`,
      `quantity('1k').asInteger() == 1000 && quantity('50m').isInteger() == false && quantity('0.5').asApproximateFloat() == 0.5`,
      `quantity('-1').sign() == -1 && quantity('1e3').compareTo(quantity('1k')) == 0 && quantity('3').sub(1) == quantity('2')`,
      `isQuantity('1Ki') && !isQuantity('1Kib') && !isQuantity('') && !isQuantity('1e999999999')`,
    ],
  },
  {
    family: 'versions',
    rules: [
      `semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3`,
      `semver('1.2.3-rc.1').isLessThan(semver('1.2.3')) && semver('1.10.0').isGreaterThan(semver('1.9.0'))`,
      `isSemver('1.0.0') && !isSemver('v1.0.0') && !isSemver('1.0') && isSemver('v01.0', true)`,
      `semver('1.0.0').compareTo(semver('1.0.0')) == 0 && semver('v1.0', true) == semver('1.0.0')`,
    ],
  },
  {
    family: 'formats',
    rules: [
      `!format.dns1123Label().validate('my-name').hasValue() && format.dns1123Label().validate('My').hasValue()`,
      `format.named('uuid').hasValue() && !format.named('nope').hasValue()`,
      `format.named('date').value().validate('2024-13-01').hasValue()`,
      `!format.dns1035LabelPrefix().validate('my-').hasValue() && format.labelValue().validate('a b').hasValue()`,
    ],
  },
  {
    family: 'sets',
    rules: [
      'sets.contains([1, 2, 3], [3, 1]) && !sets.contains([1], [2])',
      'sets.equivalent([1, 2, 1], [2, 1]) && sets.intersects([1, 2], [2, 3]) && !sets.intersects([], [1])',
    ],
  },
  {
    family: 'loops with two variables',
    rules: [
      '[1, 2].all(i, v, v == i + 1) && {"a": 1}.exists(k, v, k == "a" && v == 1) && [5, 6].existsOne(i, v, v == 5)',
      '[1, 2].transformList(i, v, i * v) == [0, 2] && [1, 2].transformList(i, v, i > 0, v) == [2]',
      '{"a": 1}.transformMap(k, v, v + 1) == {"a": 2}',
      '[5, 6].exists_one(i, v, v == 5) && !{"a": 1, "b": 1}.exists_one(k, v, v == 1)',
      '{"a": 1, "b": 2}.transformMapEntry(k, v, {string(v): k}) == {"1": "a", "2": "b"}',
      '["a", "b"].transformMapEntry(i, v, i > 0, {v: i}) == {"b": 1} && [].transformMapEntry(i, v, {v: i}) == {}',
      '{"a": 1}.transformMapEntry(k, v, {k: v, k + "x": v + 1}) == {"a": 1, "ax": 2}',
      '{"a": 1, "b": 0}.transformMapEntry(k, v, {?k: v > 0 ? optional.of(v) : optional.none()}) == {"a": 1}',
    ],
  },
  {
    family: 'times',
    rules: [
      'timestamp("2024-03-01T00:00:00Z") - timestamp("2024-02-29T00:00:00Z") == duration("24h")',
      'timestamp("2024-03-01T00:00:00Z").getDayOfYear() == 60 && duration("1h30m").getMinutes() == 90',
      'string(duration("1m30s")) == "90s" && string(timestamp("2024-03-01T00:00:00Z")) == "2024-03-01T00:00:00Z"',
      'timestamp("2024-03-01T00:00:00Z") > timestamp("2023-03-01T00:00:00Z") && duration("1h") > duration("1m")',
    ],
  },
  {
    family: 'optional values',
    rules: [
      'optional.of(1).optMap(x, x + 1).value() == 2 && !optional.none().optMap(x, 1 / 0).hasValue()',
      'optional.of(1).optFlatMap(x, optional.of(x + 1)).value() == 2 && !optional.of(1).optFlatMap(x, optional.none()).hasValue()',
      '{"a": {"b": 2}}[?"a"].optMap(a, a.b).orValue(0) == 2 && {"a": 1}[?"b"].optMap(b, b + 1).orValue(7) == 7',
      'optional.of(1).optMap(x, optional.of(2).optMap(y, x + y).value()).value() == 3',
      '[0, 1].all(i, optional.of(i).optMap(x, x + 1).value() == i + 1)',
      '!optional.ofNonZeroValue(0).hasValue() && !optional.ofNonZeroValue("").hasValue() && !optional.ofNonZeroValue([]).hasValue()',
      '!optional.ofNonZeroValue({}).hasValue() && !optional.ofNonZeroValue(false).hasValue() && !optional.ofNonZeroValue(null).hasValue()',
      '!optional.ofNonZeroValue(duration("0s")).hasValue() && optional.ofNonZeroValue(duration("1s")).hasValue()',
      'optional.ofNonZeroValue(1).value() == 1 && optional.ofNonZeroValue("a").value() == "a" && optional.ofNonZeroValue([0]).hasValue()',
      '[1, 2].first().value() == 1 && [1, 2].last().value() == 2 && ![].first().hasValue() && ![].last().hasValue()',
      'optional.unwrap([optional.of(1), optional.none()]) == [1] && [optional.of(1), optional.of(2)].unwrapOpt() == [1, 2]',
    ],
  },
  {
    family: 'literals with optional parts',
    rules: [
      '[1, ?optional.of(2), ?optional.none(), 3] == [1, 2, 3] && [?optional.none()] == [] && [?{"a": 1}.?b, ?{"a": 1}[?"a"]] == [1]',
      '{"a": 1, ?"b": optional.of(2), ?"c": optional.none()} == {"a": 1, "b": 2} && size({?"a": optional.none()}) == 0',
      '[ ? optional.of(1) , /' + '/ ?\n ?optional.of(2),] == [1, 2] && { ?"a" : optional.of("?"), } == {"a": "?"}',
      '[?true ? optional.of(1) : optional.none()] == [1] && {?"a" + "b": optional.of(1)} == {"ab": 1}',
      '[?optional.of([?optional.of(1)])] == [[1]] && 1 in [?optional.of(1)] && 1 in[?optional.of(1)]',
      '[1, 2].map(x, [?optional.of(x)]) == [[1], [2]] && cel.bind(o, optional.of(1), [?o, ?o]).size() == 2',
      '[[1, 2], [3]][?0].value()[1] == 2 && {"a": [1]}["a"][?5].orValue(7) == 7 && [[1]][0][?0].hasValue()',
      '["?", "[?", r"{?", \'\'\'{?a\'\'\'].size() == 4 && (true?[1]:[2]) == [1] && [true?1:2, false?-1:- 2] == [1, -2]',
      '[?dyn(optional.of(1)), ?dyn(optional.none())] == [1] && [?{"b": {"c": 1}}.?a.?c] == []',
      '{?"a": optional.of(1)}.a == 1 && has({?"a": optional.of(1)}.a) && !has({?"a": optional.none()}.a)',
      '{?"a": optional.of(1)}.map(k, k) == ["a"] && {?"a": optional.of(1)}.all(k, v, k == "a" && v == 1)',
      '{1: "a", true: 2}.all(k, v, k == 1 || k == true) && {1: "a"}[1] == "a" && 1 in {1: "a"} && !(dyn("1") in {1: "a"})',
      '{?1: optional.of("b")}[1] == "b" && !({?"a": optional.none()} == {"a": 1})',
    ],
  },
  {
    family: 'the language itself',
    rules: [
      'cel.bind(x, 2, x * x) == 4 && (true ? 1 : 2) == 1 && [1, 2][1] == 2 && {"a": {"b": 1}}.a.b == 1',
      'false || !false && (1 > 0 || 1 / 0 == 1) && (1 / 0 == 1 || true)',
      'has({"a": 1}.a) && !has({"a": 1}.b) && optional.of(1).hasValue() && {"a": 1}[?"b"].orValue(2) == 2',
      'int("5") == 5 && double("1.5") == 1.5 && string(1) == "1" && type(1) == int && bytes("a") == b"a"',
    ],
  },
])('functions of $family', ({ rules }) => {
  test.each(rules.map((rule) => ({ rule })))('$rule', ({ rule }) => {
    expect(evaluate(rule)).toBe(true)
  })
})

describe('an expression that cannot be evaluated says why', () => {
  test.each([
    ['1 / 0 == 1', 'division by zero'],
    ['1 % 0 == 1', 'modulus by zero'],
    ['[1][5] == 1', 'index out of bounds: 5'],
    ['{"a": 1}["b"] == 1', 'no such key: b'],
    ['9223372036854775807 + 1 > 0', 'integer overflow'],
    ['[?dyn(1)] == []', 'cannot initialize optional list element from non-optional value 1'],
    ['{?"a": dyn("b")} == {}', `cannot initialize optional entry 'a' from non-optional value b`],
    ['[1, 1].transformMapEntry(i, v, {v: i}) == {}', `insert failed: key 1 already exists`],
    ['[1].transformMapEntry(i, v, dyn(v)) == {}', 'no such overload'],
    ['[dyn(1), dyn("a")].sortBy(x, x) == []', 'no such overload'],
    ['[dyn([1])].sortBy(x, x) == []', 'no such overload'],
    ['"abc".substring(5) == ""', 'index out of range: 5'],
    ['duration("x") == duration("1s")', 'time: invalid duration "x"'],
  ])('%s: %s', (source, text) => {
    expect(evaluate(source)).toBe(text)
  })
})

describe('an expression that cannot be compiled says why and where', () => {
  test.each([
    ['a == 1', `ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a == 1\n | ^`],
    ['1 + "a"', `ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + "a"\n | ..^`],
    ['"a".nope()', `ERROR: <input>:1:9: undeclared reference to 'nope' (in container '')\n | "a".nope()\n | ........^`],
    [
      `b'1'.json() == {}`,
      `ERROR: <input>:1:10: undeclared reference to 'json' (in container '')\n | b'1'.json() == {}\n | .........^`,
    ],
    ['[1].sortBy(x, [x]) == []', `sortBy: 'list(int)' has no order`],
    ['{"a": 1}.sortBy(x, x) == []', `sortBy`],
    ['[1].sortBy(1, 1) == []', 'argument must be a simple name'],
    ['optional.of(1).optMap(1, 1) == 1', 'argument must be a simple name'],
    ['optional.of(1).optFlatMap(x, x) == 1', `expected an optional, found 'int'`],
    ['1.optMap(x, x) == 1', 'optMap'],
    [`[?'value']`, `ERROR: <input>:1:3: expected type 'optional_type(string)' but found 'string'\n | [?'value']\n | ..^`],
    [
      `{?'key': 'hi'}`,
      `ERROR: <input>:1:10: expected type 'optional_type(string)' but found 'string'\n | {?'key': 'hi'}\n | .........^`,
    ],
    ['[?1 + 2]', `ERROR: <input>:1:5: expected type 'optional_type(int)' but found 'int'`],
    ['[?[1]] == []', `expected type 'optional_type(list(int))' but found 'list(int)'`],
    ['[?optional.of(1)] == optional.of(1)', `found no matching overload for '_==_' applied to '(list(int), optional_type(int))'`],
    ['{?"a": optional.of(1)} == 1', `found no matching overload for '_==_' applied to '(map(string, int), int)'`],
    ['[?]', `ERROR: <input>:1:3: Syntax error: mismatched input ']' expecting`],
    ['{?"a"}', `ERROR: <input>:1:6: Syntax error: mismatched input '}' expecting ':'`],
    ['size(?optional.of(1))', `ERROR: <input>:1:6: Syntax error: mismatched input '?' expecting`],
    ['[??optional.of(1)]', `ERROR: <input>:1:3: Syntax error: mismatched input '?' expecting`],
    ['[1].transformMapEntry(1, v, {v: 1}) == {}', 'argument must be a simple name'],
    ['[1].transformMapEntry(i, v, v) == {}', `found no matching overload for 'cel.@mapInsert' applied to '(map(`],
    ['[1].sortBy(x, y) == []', `undeclared reference to 'y'`],
    ['"a".startsWith(1)', `found no matching overload for 'startsWith' applied to 'string.(int)'`],
    ['1 &&', `ERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', `],
    ['(1', `ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'\n | (1\n | ..^`],
    ['1 == 1)', `ERROR: <input>:1:7: Syntax error: extraneous input ')' expecting <EOF>`],
    ['1 2 3', `ERROR: <input>:1:3: Syntax error: mismatched input '2' expecting <EOF>`],
    ['1 = 1', `ERROR: <input>:1:3: Syntax error: token recognition error at: '='`],
    ['1 == 1 @', `ERROR: <input>:1:8: Syntax error: token recognition error at: '@'`],
    ['"abc', `ERROR: <input>:1:1: Syntax error: token recognition error at: '"abc'`],
    ['"a".5', `Syntax error: `],
    ['true ? 1 : "a"', `ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, int, string)'`],
    ['1 && true', `found no matching overload for '_&&_' applied to '(int, bool)'`],
  ])('%s', (source, text) => {
    expect(evaluate(source)).toEqual(expect.stringContaining(text))
  })
})

describe('no expression runs for long', () => {
  const list = `[${'1,'.repeat(900)}1]`
  test.each([
    ['nested loops', `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c > 0)))`],
    [
      'nested loops whose errors are swallowed',
      `${list}.exists(a, ${list}.exists(b, ${list}.exists(c, a / (b - c - b + c) == 1)))`,
    ],
    ['loops with two variables', `${list}.all(i, a, ${list}.all(j, b, ${list}.all(k, c, i + j + k + a >= 0)))`],
    [
      'text that doubles',
      `[1, 2].map(x, ${'cel.bind(s, "0123456789"'}, ${Array.from({ length: 24 }, (_, i) => `cel.bind(s${i + 1}, s${i || ''} + s${i || ''}`).join(', ')}, s24.size())${')'.repeat(24)}) == []`,
    ],
    [
      'lists that double',
      `cel.bind(l, ${list}, ${Array.from({ length: 24 }, (_, i) => `cel.bind(l${i + 1}, l${i || ''} + l${i || ''}`).join(', ')}, l24.size())${')'.repeat(24)} == 1`,
    ],
    ['optional elements', `${list}.all(a, ${list}.all(b, [?optional.of(a), ?optional.of(b)].size() == 2))`],
    ['maps merged from entries', `${list}.all(a, ${list}.transformMapEntry(i, b, {i: a, -1 - i: b}).size() > 0)`],
    ['a list that is as long as it is told', 'lists.range(100000000) == []'],
    ['lists of that length again and again', `${list}.all(x, lists.range(100000).slice(0, 90000).reverse().size() > 0)`],
    ['a list without repetitions of many items', `lists.range(20000).distinct() == []`],
    ['work in what stands for an absent value', `optional.none().orValue(${list}.all(a, ${list}.all(b, ${list}.all(c, a > 0))))`],
    ['text that is replaced', `cel.bind(s, "${'a'.repeat(5000)}", s.replace("a", s).replace("a", s) == "")`],
    ['patterns over long text', `cel.bind(s, "${'a'.repeat(9000)}", ${list}.all(x, !s.matches("(a|b|c)*z$")))`],
    ['text searched again and again', `cel.bind(s, "${'a'.repeat(9000)}", ${list}.all(x, ${list}.all(y, !s.contains("b"))))`],
  ])('%s', (_, source) => {
    expect(evaluate(source)).toBe('over budget')
  })

  test.each([
    ['nested too deep', `${'('.repeat(5000)}1${')'.repeat(5000)} == 1`],
    ['longer than it may be', `"${'a'.repeat(100_001)}" == ""`],
    ['as deep as it is long', `${'true && '.repeat(2000)}true`],
    ['of too many parts', Array.from({ length: 30_000 }, () => '1').join('+')],
  ])('an expression %s is refused', (_, source) => {
    expect(evaluate(source)).toEqual(expect.stringMatching(/^ERROR/))
  })
})
