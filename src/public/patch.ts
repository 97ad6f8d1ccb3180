/**
 * Patches of JSON documents: JSON Patch (RFC 6902), JSON Merge Patch (RFC 7396) and strategic merge patch, pure, bounded,
 * and safe for any key.
 *
 * Independent of objects, kinds and HTTP; the caller validates the patched document.
 *
 * @module
 */

export {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  compileStrategicType,
  type StrategicType,
} from '../patch/index.js'
