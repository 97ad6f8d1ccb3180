# A credential plugin for tests. It counts its runs in a file, tells what it was given, and does what it is told.
run=1
if [ -n "$PLUGIN_RUNS" ]; then
  printf x >> "$PLUGIN_RUNS"
  run=$(($(wc -c < "$PLUGIN_RUNS")))
fi
if [ -n "$PLUGIN_SEES" ]; then
  info=${PLATFORM_EXEC_INFO:-$KUBERNETES_EXEC_INFO}
  printf '{"info":%s,"args":"%s","added":"%s"}\n' "$info" "$*" "$ADDED" >> "$PLUGIN_SEES"
fi
case "$PLUGIN_DOES" in
  hang) exec sleep 1000 ;;
  fail) printf 'log in first\nsecond line' >&2; exit 3 ;;
  delegate) (: > "$PLUGIN_RUNS.begun"; sleep 2; : > "$PLUGIN_RUNS.late") & wait ;;
  flood) exec head -c 2097152 /dev/zero ;;
esac
eval "says=\${PLUGIN_SAYS_$run:-\$PLUGIN_SAYS_1}"
printf '%s' "$says"
