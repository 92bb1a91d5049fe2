// Library for adapters in Go: put this file next to yours, fill in Hello and call Serve. PROTOCOL.md describes the
// messages. It reads and writes MessagePack and needs only the standard library.

package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sort"
)

// Map is a message, or a map within one.
type Map = map[string]any

// Hello is the target's hello message; More has its other keys.
type Hello struct {
	Name, Version           string
	Architectures, Features []string
	More                    Map
}

// Unsupported is panicked with, or returned, for features that the target does not support.
type Unsupported struct{ Operation, Text string }

func (u Unsupported) Error() string { return u.Operation + ": " + u.Text }

// Text, Number, Bytes, List and Inside read a key of a map; a missing value or one of another type is empty.
func Text(m Map, key string) string { s, _ := m[key].(string); return s }

// Bytes: see Text.
func Bytes(m Map, key string) []byte { b, _ := m[key].([]byte); return b }

// List: see Text.
func List(m Map, key string) []any { l, _ := m[key].([]any); return l }

// Inside: see Text.
func Inside(m Map, key string) Map { i, _ := m[key].(Map); return i }

// Number: see Text.
func Number(m Map, key string) uint64 { return number(m[key]) }

func number(value any) uint64 {
	switch n := value.(type) {
	case uint64:
		return n
	case int64:
		return uint64(n)
	}
	return 0
}

// Serve answers the harness until it closes the pipe. `run` takes the case of a `run` message and returns the body of
// a `result`. A panic becomes a result of status fault, with an Unsupported one of status unsupported.
func Serve(hello Hello, run func(c Map, seconds float64) Map) error {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<18), os.Stdout
	os.Stdout = os.Stderr // what is printed must not get between the frames
	for {
		var head [4]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return nil
		}
		data := make([]byte, binary.LittleEndian.Uint32(head[:]))
		if _, err := io.ReadFull(in, data); err != nil {
			return err
		}
		value, _, err := decode(data, 0)
		message, is := value.(Map)
		if err != nil || !is {
			return fmt.Errorf("a frame that is no message: %v", err)
		}
		answer := encode(make([]byte, 4, 4096), reply(hello, message, run))
		binary.LittleEndian.PutUint32(answer, uint32(len(answer)-4))
		if _, err := out.Write(answer); err != nil {
			return err
		}
	}
}

func reply(hello Hello, message Map, run func(Map, float64) Map) Map {
	if Text(message, "type") == "hello" {
		said := Map{"type": "hello", "protocol": []any{uint64(1)}, "name": hello.Name, "version": hello.Version,
			"architectures": hello.Architectures, "features": hello.Features}
		for key, value := range hello.More {
			said[key] = value
		}
		return said
	}
	seconds, _ := message["limit"].(float64)
	result := Map{"status": "unsupported", "operation": "arch"}
	for _, arch := range hello.Architectures {
		if arch == Text(Inside(message, "case"), "arch") {
			result = attempt(run, Inside(message, "case"), seconds)
		}
	}
	result["type"], result["id"] = "result", message["id"]
	return result
}

func attempt(run func(Map, float64) Map, c Map, seconds float64) (result Map) {
	defer func() {
		if problem := recover(); problem != nil {
			var lacking Unsupported
			if err, is := problem.(error); is && errors.As(err, &lacking) {
				result = Map{"status": "unsupported", "operation": lacking.Operation, "text": lacking.Text}
				return
			}
			result = Map{"status": "fault", "text": fmt.Sprint(problem)}
		}
	}()
	return run(c, seconds)
}

var errShort = errors.New("it ends early")

// sizes of the length or value after a head byte from 0xc4 to 0xdf, 0 if there is none
var sizes = [32]int{4: 1, 5: 2, 6: 4, 10: 4, 11: 8, 12: 1, 13: 2, 14: 4, 15: 8, 16: 1, 17: 2, 18: 4, 19: 8,
	25: 1, 26: 2, 27: 4, 28: 2, 29: 4, 30: 2, 31: 4}

// decode returns the value at data[at:] and the start of the next one.
func decode(data []byte, at int) (any, int, error) {
	if at >= len(data) {
		return nil, at, errShort
	}
	c := data[at]
	at++
	switch {
	case c < 0x80:
		return uint64(c), at, nil
	case c < 0x90:
		return decodeMap(data, at, int(c&15))
	case c < 0xa0:
		return decodeList(data, at, int(c&15))
	case c < 0xc0:
		return decodeText(data, at, int(c&31))
	case c >= 0xe0:
		return int64(int8(c)), at, nil
	}
	size := sizes[c-0xc0]
	if at+size > len(data) {
		return nil, at, errShort
	}
	var word uint64
	for _, b := range data[at : at+size] {
		word = word<<8 | uint64(b)
	}
	at += size
	switch c {
	case 0xc0:
		return nil, at, nil
	case 0xc2, 0xc3:
		return c == 0xc3, at, nil
	case 0xc4, 0xc5, 0xc6:
		if word > uint64(len(data)-at) {
			return nil, at, errShort
		}
		return data[at : at+int(word)], at + int(word), nil
	case 0xca:
		return float64(math.Float32frombits(uint32(word))), at, nil
	case 0xcb:
		return math.Float64frombits(word), at, nil
	case 0xcc, 0xcd, 0xce, 0xcf:
		return word, at, nil
	case 0xd0, 0xd1, 0xd2, 0xd3:
		shift := 64 - 8*size
		return int64(word<<shift) >> shift, at, nil
	case 0xd9, 0xda, 0xdb:
		return decodeText(data, at, int(word))
	case 0xdc, 0xdd:
		return decodeList(data, at, int(word))
	case 0xde, 0xdf:
		return decodeMap(data, at, int(word))
	}
	return nil, at, fmt.Errorf("byte %#x begins nothing", c)
}

func decodeText(data []byte, at, size int) (any, int, error) {
	if size > len(data)-at {
		return nil, at, errShort
	}
	return string(data[at : at+size]), at + size, nil
}

func decodeList(data []byte, at, count int) (any, int, error) {
	if count > len(data)-at {
		return nil, at, errShort
	}
	list := make([]any, count)
	for n := range list {
		var err error
		if list[n], at, err = decode(data, at); err != nil {
			return nil, at, err
		}
	}
	return list, at, nil
}

func decodeMap(data []byte, at, count int) (any, int, error) {
	found := Map{}
	for ; count > 0; count-- {
		key, after, err := decode(data, at)
		if err != nil {
			return nil, at, err
		}
		value, after, err := decode(data, after)
		if err != nil {
			return nil, at, err
		}
		if name, is := key.(string); is {
			found[name] = value
		}
		at = after
	}
	return found, at, nil
}

func head(out []byte, code byte, value uint64, size int) []byte {
	out = append(out, code)
	for n := size - 1; n >= 0; n-- {
		out = append(out, byte(value>>(8*n)))
	}
	return out
}

// encode appends a value; values of unknown types become nil.
func encode(out []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return append(head(out, 0xdb, uint64(len(v)), 4), v...)
	case []byte:
		return append(head(out, 0xc6, uint64(len(v)), 4), v...)
	case int:
		return head(out, 0xd3, uint64(v), 8)
	case int64:
		return head(out, 0xd3, uint64(v), 8)
	case uint64:
		return head(out, 0xcf, v, 8)
	case uint32:
		return head(out, 0xce, uint64(v), 4)
	case bool:
		return append(out, map[bool]byte{false: 0xc2, true: 0xc3}[v])
	case []string:
		out = head(out, 0xdd, uint64(len(v)), 4)
		for _, one := range v {
			out = encode(out, one)
		}
		return out
	case []int:
		out = head(out, 0xdd, uint64(len(v)), 4)
		for _, one := range v {
			out = encode(out, one)
		}
		return out
	case []any:
		out = head(out, 0xdd, uint64(len(v)), 4)
		for _, one := range v {
			out = encode(out, one)
		}
		return out
	case Map:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		sort.Strings(keys)
		out = head(out, 0xdf, uint64(len(v)), 4)
		for _, key := range keys {
			out = encode(encode(out, key), v[key])
		}
		return out
	}
	return append(out, 0xc0)
}
